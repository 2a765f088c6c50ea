/*
 * hand — what a board needs to know of a person who plays on it.
 */
import type { AnyScene } from "./stage";
import type { Camera } from "./view";

export type Gesture = "move" | "press" | "drag" | "release" | "leave";

/** A place on the board, in pixels, and how the board is drawn at the moment. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  camera: Camera;
}

export interface Hand {
  /** Draws over the board. */
  draw(pen: CanvasRenderingContext2D, width: number, height: number, scene: AnyScene): void;
  point(gesture: Gesture, spot: Spot): void;
}
