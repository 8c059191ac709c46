/** The line below the search box, which ends in a coat hanger. Drawn in one stroke. */
export function HangerLine() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 260"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="hanger-line"
    >
      <path
        vectorEffect="non-scaling-stroke"
        d="M0 259 H70 C92 259 104 250 92 238 C84 230 70 236 74 248 C80 262 104 252 132 232 L244 158 C258 148 258 138 246 132 L170 96 C160 91 160 82 168 76 C182 66 196 56 192 38 C188 18 160 14 150 32 C147 38 147 44 149 50"
      />
      <path vectorEffect="non-scaling-stroke" d="M164 93 L66 156 C52 166 54 178 72 178 H214" />
    </svg>
  )
}
