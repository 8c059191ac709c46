import { z } from 'zod'

// Builds parts of OpenAPI 3.1 documents from the schemas that parse and serialise the calls.

/** Returns the properties of a schema as parameters. */
export function parametersOf(schema: z.ZodObject, place: 'query' | 'path' = 'query'): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', override })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string }
    const isRequired = place === 'path' || required.includes(name)
    return { name, in: place, required: isRequired, ...(description && { description }), schema: rest }
  })
}

/**
 * Returns schemas as components by their names. Schemas refer to each other.
 * @param io 'input' for schemas of requests, 'output' for responses
 */
export function componentsOf(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, {
    io,
    override,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema, $id, ...schema }]) => {
      // The document states its dialect once, and the position of a schema identifies it.
      void [$schema, $id]
      return [name, schema]
    }),
  )
}

/**
 * Removes patterns, because the format is enough. Regular expressions for dates and ids would be the largest part of
 * the document.
 */
function override({ jsonSchema }: { jsonSchema: { format?: string | undefined; pattern?: string | undefined } }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/** Returns a refusal in the format of RFC 9457. The document needs the component Problem. */
export const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
