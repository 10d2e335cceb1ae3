import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import type { Images } from './openImages.js'
import { type CatalogueSource, findDuplicates, readCatalogue } from './readCatalogue.js'

/** Hosts of the stores; a link to another host is not a store's. */
const stores = {
  app_store: ['apps.apple.com'],
  play_store: ['play.google.com'],
  chrome_store: ['chromewebstore.google.com', 'microsoftedge.microsoft.com', 'addons.mozilla.org'],
} as const

/**
 * What is wrong with a readable directory, one sentence each. Rejects with a `DirectoryError` if it cannot
 * be read: invalid fields and links, and ids that are used twice.
 */
export async function checkCatalogue(
  source: CatalogueSource,
  images: Images,
): Promise<{ readonly count: number; readonly problems: readonly string[] }> {
  const wallets = await readCatalogue(source)
  const missing = await Promise.all(
    wallets.map(async ({ name, image_id, image_url }) => {
      if (image_id === undefined)
        return image_url === undefined ? `${name} has no icon.` : undefined
      if (await images.find('wallets', image_id)) return undefined
      return `${name} has no icon: there is no image wallets/${image_id}.`
    }),
  )
  const known = new Set((await readCatalogue({ ...source, removed: [] })).map(({ id }) => id))
  return {
    count: wallets.length,
    problems: [
      ...(source.removed ?? [])
        .filter((id) => !known.has(id))
        .map((id) => `The settings remove ${id}, which is not listed.`),
      ...(['name', 'mobile_link', 'image_id'] as const).flatMap((field) =>
        findDuplicates(wallets, field),
      ),
      ...wallets.flatMap(findLinkProblems),
      ...missing.filter((problem) => problem !== undefined),
    ],
  }
}

function findLinkProblems(wallet: DirectoryWallet): readonly string[] {
  const { name, mobile_link, link_mode, webapp_link, desktop_link } = wallet
  const problems: string[] = []
  for (const [field, hosts] of Object.entries(stores)) {
    const link = wallet[field as keyof typeof stores]
    if (link !== undefined && !hosts.some((host) => host === new URL(link).host)) {
      problems.push(`${name} has a ${field} that is not on ${hosts.join(', ')}.`)
    }
  }
  for (const link of [mobile_link, link_mode, webapp_link, desktop_link]) {
    // `/wc?uri=…` is appended, so a query or fragment before it would swallow it.
    if (link && /^https?:/.test(link) && /[?#]/.test(link)) {
      problems.push(`${name} has a link with a query or fragment: ${link}.`)
    }
  }
  const opens = [mobile_link, webapp_link, desktop_link, wallet.rdns, wallet.homepage]
  if (!opens.some(Boolean) && !wallet.injected?.length) {
    problems.push(`${name} cannot be opened, recognised or installed.`)
  }
  return problems
}
