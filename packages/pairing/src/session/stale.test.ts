import { describe, expect, it } from 'vitest'
import { connect, createWorld } from '../../fixtures/peers.js'
import { sessionAccounts, sessionChains } from './session.js'
import { isStaleSession } from './stale.js'

describe('isStaleSession', () => {
  it('is true when the page wants a chain it never requested', async () => {
    const { session } = await connect(createWorld())
    const isStale = (...configuredChains: string[]) => isStaleSession({ session, configuredChains })
    expect(isStale('eip155:1')).toBe(false)
    expect(isStale('eip155:1', 'eip155:10')).toBe(false)
    expect(isStale('eip155:1', 'eip155:137')).toBe(true)
    expect(isStale('eip155:137')).toBe(true)
    // Other namespaces are ignored.
    expect(isStale('eip155:1', 'solana:x')).toBe(false)
    expect(
      isStaleSession({
        session,
        configuredChains: ['eip155:1', 'eip155:137'],
        requestedChains: ['eip155:1', 'eip155:137'],
      }),
    ).toBe(false)
    expect(sessionChains(session, 'eip155')).toEqual(['eip155:1', 'eip155:10'])
    expect(sessionAccounts(session)).toHaveLength(2)
    expect(sessionAccounts(session, 'solana')).toEqual([])
  })
})
