/*
 * sound — what a show sounds like: made by Web Audio, no files. It is off until somebody switches it on, which
 * browsers want as well.
 */
type Note = [hertz: number, at: number, seconds: number];

const CHORD = [523.25, 659.25, 783.99, 1046.5];

class Sound {
  isOn = $state(false);
  private context: AudioContext | null = null;

  toggle(): void {
    this.isOn = !this.isOn;
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    void this.context.resume();
    this.chain(2);
  }

  /** A turn was played. */
  drop(): void {
    this.play([[196, 0, 0.06]], "triangle", 0.05);
  }

  /** Something grew: the more, the higher. */
  chain(strength: number): void {
    const notes = CHORD.slice(0, strength + 1).map((hertz, i): Note => [hertz, i * 0.07, 0.16]);
    this.play(notes, "triangle", 0.12);
  }

  /** Something was taken, or somebody is hit hard. */
  capture(): void {
    this.play(
      [
        [110, 0, 0.35],
        [82.4, 0.02, 0.45],
      ],
      "sawtooth",
      0.14,
    );
  }

  fanfare(): void {
    const notes: Note[] = [
      [523.25, 0, 0.16],
      [523.25, 0.18, 0.1],
      [523.25, 0.3, 0.1],
      [659.25, 0.42, 0.2],
      [783.99, 0.64, 0.2],
      [1046.5, 0.86, 0.7],
      [783.99, 0.86, 0.7],
    ];
    this.play(notes, "square", 0.07);
  }

  private play(notes: Note[], type: OscillatorType, volume: number): void {
    const { context } = this;
    if (!this.isOn || !context) return;
    for (const [hertz, at, seconds] of notes) {
      const begins = context.currentTime + at;
      const voice = context.createOscillator();
      const loudness = context.createGain();
      voice.type = type;
      voice.frequency.value = hertz;
      loudness.gain.setValueAtTime(volume, begins);
      loudness.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
      voice.connect(loudness).connect(context.destination);
      voice.start(begins);
      voice.stop(begins + seconds);
    }
  }
}

export const sound = new Sound();
