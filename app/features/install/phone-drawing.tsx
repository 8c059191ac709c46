import type { ReactNode } from 'react'
import type { Phone } from './use-install-prompt.ts'

const LIGHT = {
  fill: 'none',
  stroke: 'var(--accent)',
  strokeWidth: 3,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** An outline of a phone, with the place to tap in the accent colour. */
export function PhoneDrawing({ phone, step }: { phone: Phone; step: number }) {
  return (
    <svg viewBox="0 0 240 320" aria-hidden className="h-full max-h-80 w-auto">
      <rect x="22" y="8" width="196" height="304" rx="30" fill="var(--surface)" stroke="var(--line)" strokeWidth="3" />
      <Page isDim={step > 0} />
      {SCENES[phone][step]}
    </svg>
  )
}

function Page({ isDim }: { isDim: boolean }) {
  return (
    <g opacity={isDim ? 0.35 : 1}>
      <path
        d="M44 62l4 13 4-10 4 10 4-13"
        fill="none"
        stroke="var(--text)"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="65" cy="74" r="2.5" fill="var(--accent)" />
      <rect x="44" y="92" width="72" height="90" rx="3" fill="var(--raised)" />
      <rect x="124" y="92" width="72" height="90" rx="3" fill="var(--raised)" />
      <path d="M68 118l12-8 12 8-5 8v30H73v-30z" fill="var(--line)" />
      <path d="M148 112h24l4 48h-32z" fill="var(--line)" />
      <path d="M44 196h46M44 208h28M124 196h52M124 208h28" stroke="var(--line)" strokeWidth="5" strokeLinecap="round" />
    </g>
  )
}

const Mark = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <svg x={x} y={y} width={size} height={size} viewBox="0 0 64 64">
    <rect width="64" height="64" rx="14" fill="#0c0b0a" stroke="var(--line)" strokeWidth="2" />
    <path
      d="M9 18l9 29 8-22 8 22 9-29"
      fill="none"
      stroke="#f6f1e7"
      strokeWidth="5.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    <circle cx="52" cy="45" r="5" fill="#f5c518" />
  </svg>
)

const Row = ({ y, width }: { y: number; width: number }) => (
  <path d={`M52 ${y}h${width}`} stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
)

const SCENES: Record<Phone, ReactNode[]> = {
  ios: [
    <g key="share">
      <path d="M26 264h188" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M52 288l-8-7 8-7M92 274l8 7-8 7M150 274v18l8-5 8 5v-18zM186 274h12v14h-12z"
        fill="none"
        stroke="var(--text-muted)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        opacity=".55"
      />
      <circle cx="122" cy="281" r="21" fill="var(--ink)" stroke="var(--accent)" strokeWidth="2" />
      <path d="M114 280h-3v12h22v-12h-3M122 286v-17M116 274l6-6 6 6" {...LIGHT} />
    </g>,
    <g key="sheet">
      <path
        d="M24 156a22 22 0 0 1 22-22h148a22 22 0 0 1 22 22v126a28 28 0 0 1-28 28H52a28 28 0 0 1-28-28z"
        fill="var(--raised)"
      />
      <path d="M106 146h28" stroke="var(--text-muted)" strokeWidth="4" strokeLinecap="round" />
      <Row y={176} width={84} />
      <Row y={204} width={62} />
      <rect x="38" y="222" width="164" height="42" rx="12" fill="var(--ink)" stroke="var(--accent)" strokeWidth="2" />
      <path d="M52 243h80" stroke="var(--text)" strokeWidth="6" strokeLinecap="round" />
      <path d="M170 233h20v20h-20zM180 238v10M175 243h10" {...LIGHT} strokeWidth={2.5} />
      <Row y={286} width={70} />
    </g>,
    <g key="confirm">
      <path
        d="M24 116a22 22 0 0 1 22-22h148a22 22 0 0 1 22 22v166a28 28 0 0 1-28 28H52a28 28 0 0 1-28-28z"
        fill="var(--raised)"
      />
      <rect x="150" y="108" width="52" height="30" rx="15" fill="var(--accent)" />
      <path d="M170 123h12M176 117v12" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" />
      <path d="M44 123h36" stroke="var(--text-muted)" strokeWidth="5" strokeLinecap="round" />
      <Mark x={44} y={162} size={60} />
      <path d="M120 182h58" stroke="var(--text)" strokeWidth="7" strokeLinecap="round" />
      <path d="M120 204h38" stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
      <Row y={256} width={124} />
      <Row y={278} width={80} />
    </g>,
  ],
  android: [
    <g key="menu">
      <rect x="40" y="24" width="128" height="24" rx="12" fill="var(--raised)" />
      <path d="M54 36h52" stroke="var(--line)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="190" cy="38" r="20" fill="var(--ink)" stroke="var(--accent)" strokeWidth="2" />
      <path d="M190 29v.1M190 38v.1M190 47v.1" {...LIGHT} strokeWidth={5} />
    </g>,
    <g key="entry">
      <rect x="72" y="34" width="136" height="208" rx="12" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M90 62h70M90 90h52M90 118h82M90 194h60M90 220h76"
        stroke="var(--line)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <rect x="80" y="136" width="120" height="40" rx="10" fill="var(--ink)" stroke="var(--accent)" strokeWidth="2" />
      <path d="M94 146h14v20H94zM101 152v8M97 156h8" {...LIGHT} strokeWidth={2.5} />
      <path d="M120 156h64" stroke="var(--text)" strokeWidth="6" strokeLinecap="round" />
    </g>,
    <g key="install">
      <rect x="40" y="98" width="160" height="148" rx="20" fill="var(--raised)" stroke="var(--line)" strokeWidth="2" />
      <Mark x={58} y={118} size={48} />
      <path d="M120 134h58" stroke="var(--text)" strokeWidth="7" strokeLinecap="round" />
      <path d="M120 154h40" stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
      <path d="M62 217h34" stroke="var(--text-muted)" strokeWidth="5" strokeLinecap="round" />
      <rect x="114" y="198" width="72" height="36" rx="18" fill="var(--accent)" />
      <path
        d="M150 207v15M143 216l7 7 7-7"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>,
  ],
}
