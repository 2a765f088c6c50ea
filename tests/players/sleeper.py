"""A player that says its name, leaves a child in a session of its own, and sleeps."""
import os
import time

if os.fork() == 0:
    os.setsid()
else:
    print("sleeper", flush=True)
time.sleep(600)
