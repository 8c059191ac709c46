/** A state: a dot and its name in the state's colour. */
export function StateMark({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={`inline-flex items-baseline gap-2 ${colour}`}>
      <span aria-hidden className="size-1.5 self-center rounded-full bg-current" />
      {name}
    </span>
  )
}
