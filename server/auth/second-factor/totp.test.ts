import { expect, test } from 'vitest'
import { describeSecret, newTotpSecret, stepOfCode } from './totp.ts'

/** The examples of RFC 6238 (appendix B, SHA-1). Apps show the last six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const EXAMPLES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const
const at = (seconds: number) => new Date(seconds * 1000)

test('matches the codes and time steps of RFC 6238', () => {
  for (const [seconds, code] of EXAMPLES)
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
})
test('accepts codes one step early or late, and no others', () => {
  const [seconds, code] = [1_234_567_890, '005924']
  const step = seconds / 30
  for (const offset of [-30, -1, 0, 29, 30, 59])
    expect([offset, stepOfCode(RFC_SECRET, code, at(seconds + offset))]).toEqual([offset, step])
  for (const offset of [-31, -60, 60, 90, 3600])
    expect([offset, stepOfCode(RFC_SECRET, code, at(seconds + offset))]).toEqual([offset, null])
})
test('rejects malformed codes', () => {
  for (const code of ['', '5924', '0005924', '005925', 'abcdef', '005924 '])
    expect([code, stepOfCode(RFC_SECRET, code, at(1_234_567_890))]).toEqual([code, null])
})
test('creates unique secrets of 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})
test('shows the secret as a link and a QR code for authenticator apps', () => {
  const { link, qrSvg } = describeSecret(RFC_SECRET, 'a+b@example.test')
  expect(link).toBe(
    `otpauth://totp/WTF:a%2Bb%40example.test?issuer=WTF&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(qrSvg).toMatch(/^<svg [^>]*>/)
  expect(qrSvg).not.toMatch(/https?:(?!\/\/www\.w3\.org\/)/)
})
