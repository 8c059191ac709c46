import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '#server/router.ts'

/** Numbers that are only compared with a stored value. */
const COMPARED = 'sales.confirmHeld.properties.valueMinor'

/** Returns the paths of numbers in a JSON schema without an upper limit. */
function unboundedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum, exclusiveMaximum, enum: values, const: value } = schema as z.core.JSONSchema.BaseSchema
  const limit = maximum ?? exclusiveMaximum
  const isNumber = type === 'number' || type === 'integer'
  const isBounded = values ?? value ?? (typeof limit === 'number' && limit < Number.MAX_SAFE_INTEGER)
  return [
    ...(isNumber && !isBounded ? [path] : []),
    ...Object.entries(schema).flatMap(([key, member]) => unboundedIn(member, `${path}.${key}`)),
  ]
}

test('every numeric input has a limit that fits its column', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
  )
  const unbounded = procedures.flatMap(([name, { _def }]) =>
    _def.inputs.flatMap((input) => unboundedIn(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }), name)),
  )
  expect(procedures.length).toBeGreaterThan(300)
  expect(unbounded).toEqual([COMPARED])
})
