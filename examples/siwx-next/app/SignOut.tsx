'use client'

import { useLatchkeySession } from 'latchkey/react'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reloads the server's part of the page whenever the visitor signs in or out. */
export function SignOut() {
  const { session, signOut } = useLatchkeySession()
  const router = useRouter()
  const account = session?.data.accountAddress
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the account changes.
  useEffect(() => router.refresh(), [account, router])
  return (
    <button type="button" disabled={!session} onClick={() => signOut()}>
      Sign out
    </button>
  )
}
