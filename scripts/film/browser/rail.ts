/** A garment on the rail. Lengths are pixels of the film, except those in the piece's units. */
export interface Hung {
  /** The middle of its hanger in the first frame. */
  x: number
  /** The drawing, with its top left corner and size in the piece's units. */
  svg: string
  left: number
  top: number
  width: number
  height: number
  /** For a drawing with a hanger: the length, in the piece's units, from the piece's origin up to the rail. */
  hook: number | null
}

/** The piece that is being sewn: its panels in the order of work, in the piece's units. */
export interface Sewn {
  x: number
  panels: { outline: string; matrix: number[] | null }[]
}

export interface Scene {
  size: number
  frames: number
  /** The length of one round. Each frame moves by an even number of pixels, so that encoders find the previous frame in the next. */
  period: number
  periodBehind: number
  /** Pixels per unit of a piece. */
  scale: number
  ground: string
  thread: string
  hung: Hung[]
  sewn: Sewn
}

const RAIL = 92
/** The distance from the rail down to a piece's origin, the middle of its neck. */
const DROP = 88
/** How far outside the frame pieces are drawn. */
const REACH = 300
const BEHIND = { scale: 0.62, y: 178, blur: 7 }
/** In the piece's units. */
const STITCH = { length: 22, gap: 14, width: 5.4 }

type Line = readonly [x0: number, y0: number, x1: number, y1: number]
interface Panel {
  path: Path2D
  stitches: Line[]
}

/** Prepares everything that does not change, and returns the function that draws a frame. */
export async function setTheRail(scene: Scene, context: CanvasRenderingContext2D): Promise<(frame: number) => void> {
  const { size, frames, period, periodBehind, scale, hung } = scene
  const pieces = await Promise.all(
    hung.map(async (piece) => ({ ...piece, front: await inFront(piece, scale), behind: await behind(piece, scene) })),
  )
  const panels = scene.sewn.panels.map(sew)
  const stitches = panels.reduce((sum, panel) => sum + panel.stitches.length, 0)
  const backdrop = paintBackdrop(scene)

  return (frame) => {
    const passed = frame / frames
    context.drawImage(backdrop, 0, 0)
    for (const [n, { behind: shade }] of pieces.entries()) {
      const first = (n / pieces.length - passed) * periodBehind
      for (const x of rounds(first, periodBehind, size))
        context.drawImage(shade, Math.round(x) - shade.width / 2, BEHIND.y - BEHIND.blur * 4)
    }
    paintRail(context, size)
    for (const { x, hook, left, top, width, height, front } of pieces)
      for (const at of rounds(x - passed * period, period, size))
        hang(context, at, () => {
          if (hook === null) paintHook(context)
          context.translate(0, hook === null ? DROP : hook * scale)
          context.shadowColor = 'rgb(0 0 0 / 0.55)'
          context.shadowBlur = 26
          context.shadowOffsetX = 16
          context.shadowOffsetY = 14
          context.drawImage(front, left * scale, top * scale, width * scale, height * scale)
        })
    for (const at of rounds(scene.sewn.x - passed * period, period, size))
      hang(context, at, () => {
        paintHook(context)
        context.translate(0, DROP)
        context.scale(scale, scale)
        // The piece enters as a pattern and leaves as a dress.
        const done = Math.min(1, Math.max(0, (size * 1.06 - at) / (size * 0.88)))
        paintSewn(context, panels, Math.round(done * stitches), scene.thread)
      })
  }
}

/** Returns the visible positions of something that repeats with each period. */
function rounds(x: number, period: number, size: number): number[] {
  const first = ((((x + REACH) % period) + period) % period) - REACH
  return first < size + REACH ? [first, first + period].filter((at) => at < size + REACH) : []
}

function hang(context: CanvasRenderingContext2D, x: number, draw: () => void): void {
  context.save()
  context.translate(x, RAIL)
  draw()
  context.restore()
}

function newCanvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width)
  canvas.height = Math.ceil(height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return [canvas, context]
}

async function load(svg: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}

async function inFront({ svg, width, height }: Hung, scale: number): Promise<HTMLCanvasElement> {
  const fine = scale * 1.5
  const [canvas, context] = newCanvas(width * fine, height * fine)
  context.drawImage(await load(svg), 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Returns a garment's dark, blurred shape, for the second rail. */
async function behind({ svg, width, height }: Hung, { scale, ground }: Scene): Promise<HTMLCanvasElement> {
  const [w, h, edge] = [width * scale * BEHIND.scale, height * scale * BEHIND.scale, BEHIND.blur * 4]
  const [canvas, context] = newCanvas(w + 2 * edge, h + 2 * edge)
  context.filter = `blur(${BEHIND.blur}px)`
  context.drawImage(await load(svg), edge, edge, w, h)
  context.filter = 'none'
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = 0.82
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

function paintBackdrop({ size, ground }: Scene): HTMLCanvasElement {
  const [canvas, context] = newCanvas(size, size)
  const light = context.createRadialGradient(size * 0.5, size * 0.42, 40, size * 0.5, size * 0.42, size * 0.6)
  light.addColorStop(0, '#2a221a')
  light.addColorStop(1, ground)
  context.fillStyle = light
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#221d19'
  context.fillRect(0, BEHIND.y - 34, size, 4)
  return canvas
}

function paintRail(context: CanvasRenderingContext2D, size: number): void {
  const steel = context.createLinearGradient(0, RAIL - 4, 0, RAIL + 4)
  steel.addColorStop(0, '#8a7f72')
  steel.addColorStop(0.35, '#e8dfd0')
  steel.addColorStop(1, '#4b443c')
  context.fillStyle = steel
  context.fillRect(0, RAIL - 4, size, 8)
}

/** Draws a hanger's hook over the rail at the origin. */
function paintHook(context: CanvasRenderingContext2D): void {
  context.strokeStyle = '#b9ac9a'
  context.lineWidth = 3
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(0, DROP - 12)
  context.lineTo(0, 40)
  context.bezierCurveTo(0, 28, 17, 26, 17, 8)
  context.bezierCurveTo(17, -14, -17, -14, -17, 6)
  context.stroke()
}

/** Converts a panel's outline to cloth and to the stitches along it. */
function sew({ outline, matrix }: Sewn['panels'][number]): Panel {
  const place = new DOMMatrix(matrix ?? undefined)
  const path = new Path2D()
  path.addPath(new Path2D(outline), place)
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', outline)
  const length = line.getTotalLength()
  const count = Math.max(3, Math.round(length / (STITCH.length + STITCH.gap)))
  const share = STITCH.length / (STITCH.length + STITCH.gap)
  const pointAt = (along: number) => place.transformPoint(line.getPointAtLength((length * along) / count))
  const stitches = Array.from({ length: count }, (_, n): Line => {
    const [from, to] = [pointAt(n), pointAt(n + share)]
    return [from.x, from.y, to.x, to.y]
  })
  return { path, stitches }
}

/** Draws cut cloth with chalked edges, the stitches so far, and the needle behind the last one. */
function paintSewn(context: CanvasRenderingContext2D, panels: Panel[], done: number, thread: string): void {
  let left = done
  let last: Line | undefined
  context.lineCap = 'round'
  for (const { path, stitches } of panels) {
    const made = stitches.slice(0, Math.max(0, left))
    left -= stitches.length
    last = made.at(-1) ?? last
    context.fillStyle = '#16120f'
    context.fill(path)
    context.strokeStyle = 'rgb(176 166 152 / 0.4)'
    context.lineWidth = 1.8
    context.stroke(path)
    context.strokeStyle = thread
    context.lineWidth = STITCH.width
    context.beginPath()
    for (const [x0, y0, x1, y1] of made) {
      context.moveTo(x0, y0)
      context.lineTo(x1, y1)
    }
    context.stroke()
  }
  if (last && left < 0) paintNeedle(context, last, thread)
}

function paintNeedle(context: CanvasRenderingContext2D, [x0, y0, x1, y1]: Line, thread: string): void {
  context.save()
  context.translate(x1, y1)
  context.rotate(Math.atan2(y1 - y0, x1 - x0) - 0.35)
  context.strokeStyle = thread
  context.lineWidth = 3.4
  context.beginPath()
  context.moveTo(0, 0)
  context.quadraticCurveTo(30, 30, 54, 0)
  context.stroke()
  context.strokeStyle = '#fff8ea'
  context.lineWidth = 6
  context.beginPath()
  context.moveTo(52, 2)
  context.lineTo(132, -10)
  context.stroke()
  context.restore()
}
