import { Mesh, PerspectiveCamera, PlaneGeometry, Scene, ShaderMaterial, Vector3, WebGLRenderer } from 'three'
import { FRAGMENT_SHADER, VERTEX_SHADER } from './topology-shaders.ts'

const MAX_PIXEL_RATIO = 1.5
/** The camera's position, and how far it leans with the pointer. */
const EYE = { x: 0, y: 5.2, z: 9.4, lean: 0.7 }
/** If the first frames take longer than this on average, the animation stops, so that the page stays responsive. */
const SLOW_FRAME_MS = 45
const TRIED_FRAMES = 40

/**
 * Draws a moving landscape as contour lines into a canvas that fills its parent. Load it on demand; it needs WebGL 2.
 * @param onDrawn called after the first frame
 * @returns a function that stops it and frees its resources
 */
export function startTopology(canvas: HTMLCanvasElement, onDrawn: () => void): () => void {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: false, powerPreference: 'low-power' })
  const uniforms = { time: { value: 40 }, pointer: { value: new Vector3() } }
  const geometry = new PlaneGeometry(46, 30, 230, 150).rotateX(-Math.PI / 2)
  const material = new ShaderMaterial({
    vertexShader: VERTEX_SHADER,
    fragmentShader: FRAGMENT_SHADER,
    uniforms,
    transparent: true,
    depthWrite: true,
  })
  const land = new Mesh(geometry, material)
  land.position.z = -7
  const scene = new Scene().add(land)
  const camera = new PerspectiveCamera(42, 1, 0.1, 60)
  const target = { x: 0, y: 0, isInside: false }
  const eased = { x: 0, y: 0 }
  const ray = new Vector3()
  let frame = 0
  let drawn = 0
  let last = 0
  let spent = 0
  let isTooSlow = false

  const fit = () => {
    const { clientWidth, clientHeight } = canvas
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO))
    renderer.setSize(clientWidth, clientHeight, false)
    camera.aspect = clientWidth / Math.max(1, clientHeight)
    camera.updateProjectionMatrix()
    // Resizing clears the canvas, so draw again even if the animation has stopped.
    if (drawn > 0) renderer.render(scene, camera)
  }
  const follow = ({ clientX, clientY, pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    const { left, top, width, height } = canvas.getBoundingClientRect()
    Object.assign(target, {
      x: ((clientX - left) / width) * 2 - 1,
      y: 1 - ((clientY - top) / height) * 2,
      isInside: true,
    })
  }
  /** Moves the hill to where the pointer's line of sight meets the ground. */
  const raiseHill = () => {
    const { pointer } = uniforms
    ray.set(eased.x, eased.y, 0.5).unproject(camera)
    const down = camera.position.y - ray.y
    const distance = down > 0.0001 ? camera.position.y / down : 0
    const raised = target.isInside && distance > 0 ? 1 : 0
    const height = pointer.value.z + (raised - pointer.value.z) * 0.04
    pointer.value.set(
      camera.position.x + (ray.x - camera.position.x) * distance,
      camera.position.z + (ray.z - camera.position.z) * distance,
      height,
    )
  }
  const draw = (now: number) => {
    const passed = last ? now - last : 16
    last = now
    uniforms.time.value += Math.min(passed, 100) / 1000
    eased.x += (target.x - eased.x) * 0.05
    eased.y += (target.y - eased.y) * 0.05
    camera.position.set(EYE.x + eased.x * EYE.lean, EYE.y + eased.y * EYE.lean * 0.5, EYE.z)
    camera.lookAt(0, 0.2, -3)
    camera.updateMatrixWorld()
    raiseHill()
    renderer.render(scene, camera)
    drawn += 1
    if (drawn === 1) onDrawn()
    if (drawn > 1 && drawn <= TRIED_FRAMES) spent += passed
    isTooSlow ||= drawn === TRIED_FRAMES && spent / TRIED_FRAMES > SLOW_FRAME_MS
    if (!isTooSlow) frame = requestAnimationFrame(draw)
  }
  const seen = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(frame)
    last = 0
    if (entry?.isIntersecting && !isTooSlow) frame = requestAnimationFrame(draw)
  })
  const sized = new ResizeObserver(fit)
  fit()
  sized.observe(canvas)
  seen.observe(canvas)
  window.addEventListener('pointermove', follow, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    seen.disconnect()
    sized.disconnect()
    window.removeEventListener('pointermove', follow)
    geometry.dispose()
    material.dispose()
    renderer.dispose()
  }
}
