/** A shop built on a chain library without hooks. */
export type ShopLibrary = {
  readonly account: () => string | undefined
  readonly chainId: () => number | undefined
  readonly sign: (text: string) => Promise<string>
  readonly send: (to: `0x${string}`, value: bigint) => Promise<string>
  readonly switchTo: (chainId: number) => Promise<unknown>
  readonly subscribe: (listener: () => void) => unknown
}

export const recipient = '0x000000000000000000000000000000000000dEaD'

/** Receipt polling in milliseconds: the local chain mines at once. */
export const localPolling = 200

export function openShop(library: ShopLibrary): void {
  const app = document.querySelector('#app')
  if (!app) throw new Error('The page has no place for the shop')
  const fact = (name: string) => {
    const output = document.createElement('output')
    output.dataset.testid = `fact-${name}`
    app.append(output, ' ')
    return output
  }
  const account = fact('account')
  const chain = fact('chain')
  const result = fact('result')

  const show = () => {
    account.textContent = library.account() ?? 'none'
    chain.textContent = `${library.chainId()}`
  }
  const addButton = (label: string, run: () => Promise<unknown>) => {
    const button = document.createElement('button')
    button.textContent = label
    button.addEventListener('click', async () => {
      result.textContent = ''
      result.textContent = await run().then(String, (error) => `failed: ${error.message}`)
    })
    app.append(button)
  }
  addButton('Sign', () => library.sign('Enter the shop'))
  addButton('Send', () => library.send(recipient, 42n))
  addButton('To Base', () => library.switchTo(8453))
  library.subscribe(show)
  show()
}
