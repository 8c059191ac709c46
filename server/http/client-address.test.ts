import { expect, test } from 'vitest'
import { clientAddressOf, type HttpContext } from './client-address.ts'

const SOCKET = '192.0.2.1'
const asked = (forwarded?: string) =>
  ({
    req: { header: () => forwarded },
    env: { incoming: { socket: { remoteAddress: SOCKET } } },
  }) as unknown as HttpContext

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['unknown', SOCKET],
  ['_hidden', SOCKET],
  ['', SOCKET],
  ['203.0.113.7,', SOCKET],
  ['203.0.113.7.9', SOCKET],
  ['[]:1', SOCKET],
  [undefined, SOCKET],
])('reads X-Forwarded-For %j as %s', (written, address) => expect(clientAddressOf(asked(written), true)).toBe(address))

test('ignores the header if no proxy is trusted', () =>
  expect(clientAddressOf(asked('203.0.113.7'), false)).toBe(SOCKET))
