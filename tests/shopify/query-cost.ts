import { parse, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode, type ValueNode } from 'graphql'

/** The maximum cost. Shopify refuses more expensive queries. */
export const MAX_COST = 1_000

const SCOPES: Readonly<Record<string, string>> = {
  order: 'read_orders',
  orders: 'read_orders',
  refund: 'read_orders',
  product: 'read_products',
  products: 'read_products',
  productsCount: 'read_products',
  nodes: 'read_products',
  bulkOperation: 'read_products',
  inventoryItem: 'read_inventory',
}

/**
 * Computes a query's cost by Shopify's rules (shopify.dev, "Rate limits"). An object costs 1, a mutation 10, and a
 * connection 2 plus its objects times the requested number.
 */
export function costOf(query: string, variables: Record<string, unknown>): number {
  const [operation] = parse(query).definitions
  if (operation?.kind !== 'OperationDefinition') return 0
  return (operation.operation === 'mutation' ? 10 : 0) + costOfAll(operation.selectionSet, variables)
}

function costOfAll({ selections }: SelectionSetNode, variables: Record<string, unknown>): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === 'FragmentSpread') return sum
    if (selection.kind === 'InlineFragment') return sum + costOfAll(selection.selectionSet, variables)
    return sum + costOfField(selection, variables)
  }, 0)
}

function costOfField({ arguments: given = [], selectionSet }: FieldNode, variables: Record<string, unknown>): number {
  if (!selectionSet) return 0
  const argument = (wanted: string) => valueOf(given.find((one) => one.name.value === wanted)?.value, variables)
  const within = costOfAll(selectionSet, variables)
  const first = argument('first')
  const ids = argument('ids')
  if (typeof first === 'number') return 2 + first * Math.max(1, within - 1)
  return Array.isArray(ids) ? ids.length * (1 + within) : 1 + within
}

function valueOf(node: ValueNode | undefined, variables: Record<string, unknown>): unknown {
  if (node?.kind === 'IntValue') return Number(node.value)
  return node?.kind === 'Variable' ? variables[node.name.value] : undefined
}

/** Returns the first field of a query that the scopes do not allow; null if all are allowed. */
export function deniedIn(query: string, scopes: readonly string[]): string | null {
  const [operation] = parse(query).definitions
  if (operation?.kind !== 'OperationDefinition') return null
  const find = ({ selections }: SelectionSetNode | FragmentDefinitionNode['selectionSet']): string | null => {
    for (const selection of selections) {
      if (selection.kind === 'FragmentSpread') continue
      if (selection.kind === 'Field') {
        const needed = SCOPES[selection.name.value]
        if (needed !== undefined && !scopes.includes(needed)) return selection.name.value
      }
      const below = selection.selectionSet ? find(selection.selectionSet) : null
      if (below !== null) return below
    }
    return null
  }
  return find(operation.selectionSet)
}

/** Counts the objects in a response, which is the query's actual cost. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const within = Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), 0)
  return within + (Array.isArray(value) ? 0 : 1)
}
