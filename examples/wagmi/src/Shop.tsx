import { useConnect, useConnection, useConnectors, useDisconnect, useSignMessage } from 'wagmi'

export function Shop() {
  const { address, chain } = useConnection()
  const [connector] = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const sign = useSignMessage()

  if (!address) {
    return (
      <main>
        <h1>Latchkey with wagmi</h1>
        <button type="button" onClick={() => connector && connect.mutate({ connector })}>
          Connect
        </button>
        <p>{connect.error?.message}</p>
      </main>
    )
  }
  return (
    <main>
      <h1>Latchkey with wagmi</h1>
      <p>
        {address} on {chain?.name ?? 'a network we do not know'}
      </p>
      <button type="button" onClick={() => sign.mutate({ message: 'Hello from my site' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => disconnect.mutate({})}>
        Disconnect
      </button>
      <p>{sign.data ?? sign.error?.message}</p>
    </main>
  )
}
