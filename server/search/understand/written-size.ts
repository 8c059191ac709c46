/** A size as the sentence spells it. The rest of the sentence decides what a number ('size 12') or letter ('ring size L') means. */
export type WrittenSize =
  { key: string } | { number: number } | { letter: string } | { age: number } | { leg: number } | { collar: number }
