import { MIN_SIDE, withinPicture, type Part } from './frame.shared.ts'

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

/** Moves a frame by shares of its picture's sides. Keeps its size, and keeps it within the picture. */
export const moved = (frame: Part, across: number, down: number): Part =>
  withinPicture({ ...frame, left: frame.left + across, top: frame.top + down })

/** Moves one corner of a frame. The opposite corner stays. */
export function resized(frame: Part, corner: Corner, across: number, down: number): Part {
  const [isTop, isLeft] = [corner.startsWith('top'), corner.endsWith('left')]
  const [right, bottom] = [frame.left + frame.width, frame.top + frame.height]
  const limited = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  const left = isLeft ? limited(frame.left + across, 0, right - MIN_SIDE) : frame.left
  const top = isTop ? limited(frame.top + down, 0, bottom - MIN_SIDE) : frame.top
  return {
    left,
    top,
    width: (isLeft ? right : limited(right + across, left + MIN_SIDE, 1)) - left,
    height: (isTop ? bottom : limited(bottom + down, top + MIN_SIDE, 1)) - top,
  }
}

interface Point {
  x: number
  y: number
}

/** Returns the frame between two points, which may be outside the picture. */
export function frameBetween(one: Point, other: Point): Part {
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const [left, right] = [within(Math.min(one.x, other.x)), within(Math.max(one.x, other.x))]
  const [top, bottom] = [within(Math.min(one.y, other.y)), within(Math.max(one.y, other.y))]
  return withinPicture({ left, top, width: right - left, height: bottom - top })
}
