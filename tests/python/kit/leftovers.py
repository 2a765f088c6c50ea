"""What a test begins ends with it, whatever becomes of it: processes, and folders of its own."""
import atexit
import os
import shutil
import signal
import tempfile

begun = []  # processes; each leads a group of its own, or has nobody below it
_folders = []


def folder(prefix):
    """A new one, gone at the end."""
    _folders.append(tempfile.mkdtemp(prefix=prefix))
    return _folders[-1]


def end_group(process):
    """As the kernel would: no goodbye to anybody in its session."""
    if process.poll() is not None:
        return
    if os.getpgid(process.pid) == process.pid:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


@atexit.register
def clean_up():
    for process in begun:
        end_group(process)
    for path in _folders:
        shutil.rmtree(path, ignore_errors=True)
