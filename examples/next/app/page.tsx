import { LatchkeyButton, LatchkeyNetworkButton } from 'latchkey/react'
import { Greeting } from './Greeting'

export default function Page() {
  return (
    <main>
      <LatchkeyButton />
      <LatchkeyNetworkButton />
      <Greeting />
    </main>
  )
}
