import { LatchkeyButton } from 'latchkey/react'
import { headers } from 'next/headers'
import { getWallets } from '../auth'
import { SignOut } from './SignOut'

/** Rendered on the server, which knows who is signed in. */
export default async function Page() {
  const [wallet] = await getWallets(await headers())
  return (
    <main>
      <LatchkeyButton />
      <p id="status">{wallet ? `Signed in as ${wallet.address}` : 'Not signed in'}</p>
      {wallet && <p id="result">Two orders of {wallet.address}</p>}
      <SignOut />
    </main>
  )
}
