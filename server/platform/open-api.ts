import { z } from 'zod'

// Parts of OpenAPI 3.1 documents, made from the schemas that read and write the calls.

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
 * Returns schemas as components by their names. They refer to each other.
 * @param io whether they read requests or write responses
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
      // The document names its dialect once, and each schema by its place.
      void [$schema, $id]
      return [name, schema]
    }),
  )
}

/** A format says enough: the expressions for dates and ids are longer than everything else. */
function override({ jsonSchema }: { jsonSchema: { format?: string | undefined; pattern?: string | undefined } }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/** A response that refuses, as RFC 9457 has it. The document needs the component Problem. */
export const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
