import type { Latchkey, Namespace } from 'latchkey'
import { useEffect, useState } from 'react'

/** The account of one chain family; without an address while it is not connected. */
export type FamilyAccount = {
  readonly namespace: Namespace
  readonly address: string | undefined
  readonly caipAddress: string | undefined
}

/** The accounts of all chain families of a widget. */
export function useAccounts(latchkey: Latchkey): readonly FamilyAccount[] {
  const [accounts, setAccounts] = useState(() => readAccounts(latchkey))
  useEffect(() => {
    const update = () => setAccounts(readAccounts(latchkey))
    update()
    const stops = namespacesOf(latchkey).map((namespace) =>
      latchkey.subscribeAccount(update, namespace),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [latchkey])
  return accounts
}

function readAccounts(latchkey: Latchkey): readonly FamilyAccount[] {
  return namespacesOf(latchkey).map((namespace) => {
    const { address, caipAddress } = latchkey.getAccount(namespace)
    return { namespace, address, caipAddress }
  })
}

const namespacesOf = (latchkey: Latchkey) => [
  ...new Set(latchkey.getCaipNetworks().map(({ namespace }) => namespace)),
]
