import { useState, type PointerEvent } from 'react'
import X from 'lucide-react/icons/x'
import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'

const MAX_CHOSEN = 3
const BEGINNING = { hue: 205, saturation: 45, lightness: 40 }

type Hsl = typeof BEGINNING

/**
 * Chooses a colour, or up to three that a product must have together, and links to matching products. The sliders make
 * the wheel usable by keyboard.
 */
export function ColourWheel() {
  const [colour, setColour] = useState(BEGINNING)
  const [chosen, setChosen] = useState<string[]>([])
  const hex = hexOf(colour)
  const wanted = chosen.includes(hex) ? chosen : [...chosen, hex]
  return (
    <div className="needs-script grid gap-8 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] sm:items-center">
      <Wheel colour={colour} onChange={setColour} />
      <div>
        <div className="flex items-center gap-4">
          <span className="size-14 rounded-full border border-text/25" style={{ background: hex }} />
          <output className="text-xl tabular-nums">{hex}</output>
        </div>
        <Slider label="Hue" most={359} value={colour.hue} onChange={(hue) => setColour({ ...colour, hue })} />
        <Slider
          label="Saturation"
          most={100}
          value={colour.saturation}
          onChange={(saturation) => setColour({ ...colour, saturation })}
        />
        <Slider
          label="Lightness"
          most={100}
          value={colour.lightness}
          onChange={(lightness) => setColour({ ...colour, lightness })}
        />
        {chosen.length > 0 && (
          <ul aria-label="Chosen colours" className="mt-5 flex flex-wrap gap-2">
            {chosen.map((hex) => (
              <li key={hex}>
                <button
                  type="button"
                  className="chip"
                  aria-label={`Remove ${hex}`}
                  onClick={() => setChosen(chosen.filter((other) => other !== hex))}
                >
                  <i aria-hidden className="size-5 rounded-full border border-text/25" style={{ background: hex }} />
                  {hex} <X aria-hidden size={15} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Link
            to={paths.discover({ looksLike: wanted.map((hex) => hex.slice(1)).join('.') })}
            className="button button-accent min-h-12 px-6"
          >
            {labelFor(wanted.length)}
          </Link>
          {chosen.length < MAX_CHOSEN - 1 && (
            <button
              type="button"
              disabled={chosen.includes(hex)}
              className="button button-quiet min-h-12 px-6"
              onClick={() => setChosen([...chosen, hex])}
            >
              Add another colour
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

function labelFor(colours: number): string {
  if (colours === 1) return 'Find products in this colour'
  return colours === 2 ? 'Find products with both colours' : `Find products with all ${colours} colours`
}

function Wheel({ colour, onChange }: { colour: Hsl; onChange: (colour: Hsl) => void }) {
  const pick = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / (box.width / 2) - 1, (event.clientY - box.top) / (box.height / 2) - 1]
    onChange({
      ...colour,
      hue: Math.round((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360,
      saturation: Math.round(100 * Math.min(1, Math.hypot(x, y))),
    })
  }
  const angle = (colour.hue * Math.PI) / 180
  const ring = Array.from({ length: 13 }, (_, at) => `hsl(${at * 30} 100% ${colour.lightness}%)`).join()
  return (
    <div
      aria-hidden
      onPointerDown={pick}
      onPointerMove={pick}
      className="relative mx-auto aspect-square w-full max-w-[17rem] cursor-crosshair touch-none rounded-full border border-line"
      style={{
        background: `radial-gradient(closest-side, hsl(0 0% ${colour.lightness}%), transparent), conic-gradient(${ring})`,
      }}
    >
      <i
        className="absolute size-6 -translate-1/2 rounded-full border-2 border-text shadow-[0_0_0_1px_var(--ink)]"
        style={{
          left: `${50 + (colour.saturation / 2) * Math.sin(angle)}%`,
          top: `${50 - (colour.saturation / 2) * Math.cos(angle)}%`,
          background: hexOf(colour),
        }}
      />
    </div>
  )
}

function Slider({
  label,
  most,
  value,
  onChange,
}: {
  label: string
  most: number
  value: number
  onChange: (value: number) => void
}) {
  return (
    <label className="mt-3 grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 text-sm text-muted">
      {label}
      <input
        type="range"
        min={0}
        max={most}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full"
      />
    </label>
  )
}

/** Converts hsl() to sRGB as in CSS Color 4. */
function hexOf({ hue, saturation, lightness }: Hsl): string {
  const [s, l] = [saturation / 100, lightness / 100]
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
