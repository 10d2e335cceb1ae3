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

describe('a connector', () => {
  it.each([
    ['io.one', 'eip155', 'active'],
    ['io.one', 'solana', 'connected'],
    ['io.two', 'eip155', 'disconnected'],
  ] as const)('%s is, with %s active, %s', (id, activeNamespace, status) => {
    expect(getConnectorStatus(state, { id, namespace: 'eip155' }, activeNamespace)).toBe(status)
  })

  it('of no family with a connection is disconnected', () => {
    expect(getConnectorStatus({}, { id: 'io.one', namespace: 'eip155' }, 'eip155')).toBe(
      'disconnected',
    )
  })
})

describe('a status', () => {
  it('says whether the connector is in use', () => {
    expect(
      ['active', 'connected', 'disconnected'].map((one) => isInUse(one as ConnectorStatus)),
    ).toEqual([true, true, false])
  })

  it('that nobody knows raises', () => {
    expect(() => isInUse('reconnecting' as ConnectorStatus)).toThrow('reconnecting')
  })
})
