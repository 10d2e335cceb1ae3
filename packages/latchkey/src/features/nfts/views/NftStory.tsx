import { useState } from 'react'
import * as nftsText from '../../../core/text/nfts.js'

/** A longer story is told in part at first: what fits four lines, in characters and in lines. */
const shortStory = { characters: 160, lines: 4 }

/** What a collectible's maker says about it. */
export function NftStory({ children: story }: { readonly children: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const { readLess, readMore } = nftsText.nft
  const isLong = story.length > shortStory.characters || story.split('\n').length > shortStory.lines
  return (
    <div className="nft-story">
      <p className={isLong && !isWhole ? 'nft-story-part' : undefined} dir="auto">
        {story}
      </p>
      {isLong && (
        <button
          type="button"
          className="link"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? readLess : readMore}
        </button>
      )}
    </div>
  )
}
