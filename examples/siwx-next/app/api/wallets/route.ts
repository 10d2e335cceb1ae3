import { getWallets } from '../../../auth'

/** The wallets of the signed-in visitor, for the widget. */
export async function GET(request: Request) {
  const wallets = await getWallets(request.headers)
  const headers = { 'cache-control': 'no-store' }
  return Response.json(
    wallets.map(({ address, chainId }) => ({ address, chainId })),
    { headers },
  )
}
