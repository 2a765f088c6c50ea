/*
 * capture — pictures and films to keep: a moment as PNG, a passage as WebM.
 *
 * Both are painted by the same `paint` as the page, on a canvas of their own, with names and scores on top.
 */
export type Paint = (pen: CanvasRenderingContext2D, width: number, height: number, position: number) => void;

function sheet(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  return [canvas, pen];
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function takePicture(
  paint: Paint,
  width: number,
  height: number,
  position: number,
): Promise<Blob> {
  const [canvas, pen] = sheet(width, height);
  paint(pen, width, height, position);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

const LAST_PICTURE_MS = 700; // so that one sees how it ended

export const canFilm = () =>
  typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported("video/webm");

/** Records in real time; `advance` gives the next position, null at the end. */
export async function takeFilm(
  paint: Paint,
  width: number,
  height: number,
  advance: (ms: number) => number | null,
): Promise<Blob> {
  const [canvas, pen] = sheet(width, height);
  const recorder = new MediaRecorder(canvas.captureStream(30), {
    mimeType: "video/webm",
    videoBitsPerSecond: 4_000_000,
  });
  const chunks: Blob[] = [];
  recorder.ondataavailable = (event) => chunks.push(event.data);
  const stopped = new Promise((done) => (recorder.onstop = done));
  recorder.start();
  await new Promise<void>((done) => {
    let before = performance.now();
    const draw = (now: number) => {
      const position = advance(Math.max(0, now - before));
      before = now;
      if (position === null) return done();
      paint(pen, width, height, position);
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  });
  await new Promise((done) => setTimeout(done, LAST_PICTURE_MS));
  recorder.stop();
  await stopped;
  return new Blob(chunks, { type: "video/webm" });
}
