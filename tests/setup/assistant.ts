import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** An assistant: the official SDK's client. */
export interface Assistant {
  client: Client
  /**
   * Calls a tool and returns its data.
   * @throws Error with the tool's message if it refuses
   */
  call: <Data>(tool: string, input?: object) => Promise<Data>
  answer: (tool: string, input?: object) => Promise<CallToolResult>
}

/** Connects the SDK's client to a shop. */
export async function connectAssistant(
  url: string,
  { name = 'Test Assistant', token, fetch: send }: { name?: string; token?: string; fetch?: typeof fetch } = {},
): Promise<Assistant> {
  const client = new Client({ name, version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    ...(send && { fetch: (address, init) => send(address, init) }),
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  })
  await client.connect(transport)
  // Loads the tools. From now on the client checks each answer against its tool's schema.
  await client.listTools()
  const answer = async (tool: string, input = {}) =>
    (await client.callTool({ name: tool, arguments: input as Record<string, unknown> })) as CallToolResult
  return {
    client,
    answer,
    call: async <Data>(tool: string, input = {}) => {
      const { isError, content, structuredContent } = await answer(tool, input)
      if (isError) throw new Error(content.map((each) => (each.type === 'text' ? each.text : '')).join(' '))
      return structuredContent as Data
    },
  }
}
