import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '../connection/store.js'
import { type ConnectorStatus, getConnectorStatus, isInUse } from './walletList.js'

const active = { namespace: 'eip155', address: '0xA1', type: 'eoa' } as const
const state: ConnectionState = {
  eip155: {
    status: 'connected',
    connectorId: 'io.one',
    wallet: { name: 'One', type: 'ANNOUNCED' },
    accounts: [active],
    active,
    approvedNetworks: undefined,
  },
}

describe('getConnectorStatus', () => {
  it.each([
    ['io.one', 'eip155', 'active'],
    ['io.one', 'solana', 'connected'],
    ['io.two', 'eip155', 'disconnected'],
  ] as const)('returns the status of %s with %s active: %s', (id, activeNamespace, status) => {
    expect(getConnectorStatus(state, { id, namespace: 'eip155' }, activeNamespace)).toBe(status)
  })

  it('is disconnected without a connection in the namespace', () => {
    expect(getConnectorStatus({}, { id: 'io.one', namespace: 'eip155' }, 'eip155')).toBe(
      'disconnected',
    )
  })
})

describe('isInUse', () => {
  it('is true for connected connectors', () => {
    expect(
      ['active', 'connected', 'disconnected'].map((one) => isInUse(one as ConnectorStatus)),
    ).toEqual([true, true, false])
  })

  it('throws on an unknown status', () => {
    expect(() => isInUse('reconnecting' as ConnectorStatus)).toThrow('reconnecting')
  })
})
