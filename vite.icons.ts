import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const PACKAGE = 'lucide-react/icons/'
/** The prefix of the ids of icon modules in the build. */
export const ICON = '\0icon:'

/**
 * Makes the component of `lucide-react/icons/heart` from a single path, with app/components/icon.tsx: a page has up to
 * 60 icons, and lucide's own components write ten attributes for each.
 */
export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(PACKAGE) ? ICON + source.slice(PACKAGE.length) : undefined),
    async load(id) {
      if (!id.startsWith(ICON)) return
      const { default: Icon } = (await import(PACKAGE + id.slice(ICON.length))) as { default: ComponentType }
      const path = pathOf(renderToStaticMarkup(createElement(Icon)))
      return `import { icon } from '/app/components/icon.tsx'\nexport default /* @__PURE__ */ icon(${JSON.stringify(path)})`
    },
  }
}

/** Returns the shapes of an SVG as the `d` of one path. */
export function pathOf(svg: string): string {
  const [, ...shapes] = svg.matchAll(/<(\w+)([^>]*)>/g)
  return shapes
    .map(([, tag = '', attributes = '']) =>
      subpath(
        tag,
        Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
      ),
    )
    .join('')
}

function subpath(tag: string, { d = '', points = '', ...attributes }: Record<string, string>): string {
  const of = (name: string) => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      return fromWhereItSays(d)
    case 'polyline':
      return `M${points}`
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
    case 'circle':
      return circle(of('cx'), of('cy'), of('r'))
    case 'rect':
      return rectangle(of('x'), of('y'), of('width'), of('height'), of('rx'))
    default:
      throw new Error(`An icon has a ${tag}, which vite.icons.ts cannot draw yet.`)
  }
}

/**
 * Makes the start of a path absolute, because after another path, a relative one would start where that ends. The rest
 * stays relative.
 */
function fromWhereItSays(d: string): string {
  const [beginning, x, y] = /^m *(-?\d*\.?\d+)[ ,]*(-?\d*\.?\d+) */.exec(d) ?? []
  if (beginning === undefined) return d
  const rest = d.slice(beginning.length)
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
}

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (right: number, down: number) => (r > 0 ? `a${r} ${r} 0 0 1 ${right * r} ${down * r}` : '')
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`
}
