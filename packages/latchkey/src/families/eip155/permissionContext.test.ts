import { encodeContext, hashPermission, parseContext } from '@latchkey/wire/login/permissions'
import { expect, it } from 'vitest'
import {
  accountOf,
  createContext,
  createPermission,
  strangerKey,
} from '../../../fixtures/permissionGrant.js'
import { isSignedByOwner, type ReadContext, readContext } from './permissionContext.js'

const read = (context: string) => readContext(context) as ReadContext

it('accepts the signature of the owner of the account', async () => {
  const context = read(await createContext())
  expect(isSignedByOwner(context)).toBe(true)
  expect(context.id).toBe(hashPermission(createPermission(), accountOf().address, 1))
})

it.each([
  ['signed by somebody else', { signer: strangerKey }],
  ['of another account', { account: accountOf(strangerKey).address }],
])('rejects a permission %s', async (_, change) => {
  expect(isSignedByOwner(read(await createContext(undefined, change)))).toBe(false)
})

it('rejects a permission or a chain that was changed after it was signed', async () => {
  const context = parseContext(await createContext())
  if (!context) throw new Error('The context cannot be read')
  const { permission } = context
  for (const change of [
    { chainId: 8453 },
    { permission: { ...permission, maxCalls: 11 } },
    { permission: { ...permission, validUntil: permission.validUntil + 1 } },
    { factory: accountOf().address },
    { factoryData: accountOf(strangerKey).factoryData },
  ]) {
    expect(isSignedByOwner(read(encodeContext({ ...context, ...change })))).toBe(false)
  }
  expect(isSignedByOwner(read(encodeContext(context)))).toBe(true)
})

it.each(['', '0x', '0x01', `0x${'01'.repeat(800)}`, 'context'])('does not read %s', (value) => {
  expect(readContext(value)).toBeUndefined()
})
