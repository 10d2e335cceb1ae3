import type { ViewParams } from '../../../core/modal/views.js'
import * as guideText from '../../../core/text/guide.js'
import { getListing } from '../../../core/wallets/walletListings.js'
import { type DownloadSource, getDownloadLinks } from '../../../core/wallets/walletPlatforms.js'
import { useWidget } from '../../hooks/context.js'
import { BrowserIcon, DownloadIcon, PhoneIcon } from '../../icons/guide.js'
import { ExternalIcon, GlobeIcon, type Icon } from '../../icons/index.js'
import { Empty } from '../../parts/empty/Empty.js'
import { ListRow } from '../../parts/list-row/ListRow.js'
import { RowIcon } from '../../parts/list-row/RowIcon.js'
import { RowList } from '../RowList.js'

const icons: { readonly [source in DownloadSource]: Icon } = {
  chrome_store: BrowserIcon,
  app_store: PhoneIcon,
  play_store: PhoneIcon,
  homepage: GlobeIcon,
}

export function DownloadsView({
  params: { walletId },
}: {
  readonly params: ViewParams['Downloads']
}) {
  const listing = getListing(useWidget(), walletId)
  const links = listing ? getDownloadLinks(listing) : []
  const text = guideText.downloads
  if (links.length === 0) {
    return (
      <Empty title={text.emptyTitle} icon={DownloadIcon}>
        {text.emptyText(listing?.name ?? walletId)}
      </Empty>
    )
  }
  return (
    <RowList>
      {links.map(({ source, url }) => (
        <li key={source}>
          <ListRow
            image={<RowIcon icon={icons[source]} />}
            title={text[source]}
            trailing={<ExternalIcon />}
            href={url}
          />
        </li>
      ))}
    </RowList>
  )
}
