// Types for the part of three that app/features/waitlist/topology.ts uses. The package has none.
declare module 'three' {
  export class Vector2 {
    constructor(x?: number, y?: number)
    x: number
    y: number
    set(x: number, y: number): this
  }
  export class Vector3 {
    x: number
    y: number
    z: number
    set(x: number, y: number, z: number): this
    unproject(camera: PerspectiveCamera): this
  }
  export class Scene {
    add(object: Mesh): this
  }
  export class PerspectiveCamera {
    constructor(fieldOfView: number, aspect: number, near: number, far: number)
    aspect: number
    position: Vector3
    lookAt(x: number, y: number, z: number): void
    updateProjectionMatrix(): void
    updateMatrixWorld(): void
  }
  export class PlaneGeometry {
    constructor(width: number, height: number, columns: number, rows: number)
    rotateX(angle: number): this
    dispose(): void
  }
  export class ShaderMaterial {
    constructor(given: {
      vertexShader: string
      fragmentShader: string
      uniforms: Record<string, { value: unknown }>
      transparent: boolean
      depthWrite: boolean
    })
    dispose(): void
  }
  export class Mesh {
    constructor(geometry: PlaneGeometry, material: ShaderMaterial)
    position: Vector3
  }
  export class WebGLRenderer {
    constructor(given: { canvas: HTMLCanvasElement; alpha: boolean; antialias: boolean; powerPreference: 'low-power' })
    setPixelRatio(ratio: number): void
    setSize(width: number, height: number, setsStyle: boolean): void
    render(scene: Scene, camera: PerspectiveCamera): void
    dispose(): void
  }
}
