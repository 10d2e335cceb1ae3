import { useAccount, useConnect, useDisconnect, useSignMessage } from 'wagmi'

export function Shop() {
  const { address, chain } = useAccount()
  const { connect, connectors, error } = useConnect()
  const { disconnect } = useDisconnect()
  const { signMessage, data: signature, error: signError } = useSignMessage()
  const [connector] = connectors

  if (!address) {
    return (
      <main>
        <h1>Latchkey with wagmi 2</h1>
        <button type="button" onClick={() => connector && connect({ connector })}>
          Connect
        </button>
        <p>{error?.message}</p>
      </main>
    )
  }
  return (
    <main>
      <h1>Latchkey with wagmi 2</h1>
      <p>
        {address} on {chain?.name ?? 'a network we do not know'}
      </p>
      <button type="button" onClick={() => signMessage({ message: 'Hello from my site' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <p>{signature ?? signError?.message}</p>
    </main>
  )
}
