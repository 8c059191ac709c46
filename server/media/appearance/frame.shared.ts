/** A part of a picture: each number is a share of its width or height. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

export const WHOLE_PICTURE: Part = { left: 0, top: 0, width: 1, height: 1 }
/** The shortest side of a frame, as a share of the picture's. */
export const MIN_SIDE = 0.05
/** The margin of ground around a frame, as a share of the frame's longest side. */
const AROUND = 0.2
/**
 * Moves and shrinks a frame until it lies within its picture. Replaces invalid numbers with those of the whole picture.
 */
export function withinPicture({ left, top, width, height }: Part): Part {
  const number = (value: number, other: number) => (Number.isFinite(value) ? value : other)
  const side = (value: number) => Math.min(1, Math.max(MIN_SIDE, number(value, 1)))
  const [w, h] = [side(width), side(height)]
  const from = (value: number, length: number) => Math.min(1 - length, Math.max(0, number(value, 0)))
  return { left: from(left, w), top: from(top, h), width: w, height: h }
}

/** Returns the region to read for a frame: the frame with some ground around it, and the frame's position in that region. */
export function surroundings(frame: Part): { region: Part; inner: Part } {
  const room = AROUND * Math.max(frame.width, frame.height)
  const [left, top] = [Math.max(0, frame.left - room), Math.max(0, frame.top - room)]
  const [right, bottom] = [Math.min(1, frame.left + frame.width + room), Math.min(1, frame.top + frame.height + room)]
  const region = { left, top, width: right - left, height: bottom - top }
  const inner = {
    left: (frame.left - left) / region.width,
    top: (frame.top - top) / region.height,
    width: frame.width / region.width,
    height: frame.height / region.height,
  }
  return { region, inner }
}
