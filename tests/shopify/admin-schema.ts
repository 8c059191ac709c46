import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, isScalarType, type GraphQLSchema, type IntrospectionQuery } from 'graphql'
import { API_VERSION } from '#server/shopify/admin-api.ts'

const FOLDER = path.join(import.meta.dirname, 'published-schema')
const NUMBER = /^-?\d+(\.\d+)?$/

/** The formats of Shopify's own scalars, because the published schema only describes them in words. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  DateTime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  Decimal: (text) => NUMBER.test(text),
  HTML: () => true,
  Money: (text) => NUMBER.test(text),
  UnsignedInt64: (text) => /^\d+$/.test(text),
  URL: (text) => URL.canParse(text),
}

let built: GraphQLSchema | undefined

/**
 * Returns the schema of the Admin API as Shopify published it for our `API_VERSION`. It is large, so a process builds
 * it once, at the first use.
 */
export const adminSchema = (): GraphQLSchema => (built ??= build())

function build(): GraphQLSchema {
  const file = path.join(FOLDER, `admin_${API_VERSION}.json.gz`)
  const { data } = JSON.parse(gunzipSync(fs.readFileSync(file)).toString('utf8')) as { data: IntrospectionQuery }
  const schema = buildClientSchema(data)
  for (const [name, isValid] of Object.entries(FORMATS)) {
    const type = schema.getType(name)
    if (!isScalarType(type)) throw new Error(`Version ${API_VERSION} of the Admin API has no scalar ${name}.`)
    type.serialize = (value) => {
      if (typeof value === 'string' && isValid(value)) return value
      throw new Error(`${name} cannot represent ${JSON.stringify(value)}.`)
    }
  }
  return schema
}
