/** The landscape's height at a point, for both shaders: drifting hills, and one under the pointer. */
const LAND = `
  uniform float time;
  uniform vec3 pointer;
  float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
  }
  float noise(vec2 p) {
    vec2 cell = floor(p);
    vec2 at = fract(p);
    vec2 ease = at * at * at * (at * (at * 6.0 - 15.0) + 10.0);
    return mix(mix(hash(cell), hash(cell + vec2(1.0, 0.0)), ease.x), mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), ease.x), ease.y);
  }
  float heightAt(vec2 place) {
    vec2 p = place * 0.19 + vec2(time * 0.014, -time * 0.022);
    p += 0.42 * vec2(noise(p * 0.9 + 7.3 + time * 0.013), noise(p * 0.9 - 3.1 - time * 0.011));
    float height = noise(p) * 0.62 + noise(p * 2.03 + 11.7) * 0.27 + noise(p * 4.11 - 5.2) * 0.11;
    vec2 away = place - pointer.xy;
    return height + pointer.z * 0.24 * exp(-dot(away, away) * 0.22);
  }
`

export const VERTEX_SHADER = `
  ${LAND}
  varying vec2 place;
  varying float depth;
  void main() {
    vec3 at = (modelMatrix * vec4(position, 1.0)).xyz;
    place = at.xz;
    at.y = (heightAt(place) - 0.5) * 3.6;
    vec4 seen = viewMatrix * vec4(at, 1.0);
    depth = -seen.z;
    gl_Position = projectionMatrix * seen;
  }
`

/**
 * Draws contour lines: thin and warm white, every fifth in the accent colour, brighter at the top and faded in the
 * distance.
 */
export const FRAGMENT_SHADER = `
  ${LAND}
  varying vec2 place;
  varying float depth;
  float lineAt(float level, float width) {
    float slope = fwidth(level);
    float away = abs(fract(level - 0.5) - 0.5) / max(slope, 0.0001);
    // Where lines would run together they fade, so that nothing shimmers.
    return (1.0 - smoothstep(width - 0.6, width + 0.6, away)) * (1.0 - smoothstep(0.28, 0.75, slope));
  }
  void main() {
    float height = heightAt(place);
    float thin = lineAt(height * 34.0, 0.7);
    float bold = lineAt(height * 34.0 / 5.0, 1.15);
    float lit = smoothstep(0.34, 0.82, height);
    vec3 accent = vec3(0.961, 0.773, 0.094);
    vec3 warm = mix(vec3(0.36, 0.31, 0.25), vec3(0.78, 0.68, 0.46), lit);
    float haze = smoothstep(4.0, 7.5, depth) * (1.0 - smoothstep(13.0, 25.0, depth));
    float strength = max(thin * mix(0.26, 0.62, lit), bold * mix(0.45, 1.0, lit));
    vec3 colour = mix(warm, accent, bold * mix(0.35, 1.0, lit));
    gl_FragColor = vec4(colour, strength * haze);
  }
`
