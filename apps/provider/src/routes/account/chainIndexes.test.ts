import { numberToHex } from 'viem'
import {
  alchemyFaults,
  answerAlchemy,
  mapAlchemyRows,
} from '../../sources/indexes/alchemy.fixture.js'
import {
  answerEtherscan,
  etherscanFaults,
  mapEtherscanRows,
} from '../../sources/indexes/etherscan.fixture.js'
import { useLocalEvm } from './chainApi.fixture.js'
import { describeIndex, useIndexedChain } from './chainIndex.contract.js'

const chain = useIndexedChain(useLocalEvm(1))
const common = { chains: ['eip155:1' as const], perSecond: 1_000 }
const etherscanShapes = {
  faults: etherscanFaults,
  mapRows: mapEtherscanRows,
  fields: { block: 'blockNumber', tokenId: 'tokenID' },
  blockOf: String,
}

describeIndex(chain, {
  name: 'etherscan',
  settings: (url) => ({ ...common, driver: 'etherscan', keyFile: 'etherscan.key', url }),
  answer: (facts, request) => answerEtherscan(facts, request, 'etherscan'),
  ...etherscanShapes,
})

describeIndex(chain, {
  name: 'blockscout',
  settings: (url) => ({ ...common, driver: 'blockscout', url }),
  answer: (facts, request) => answerEtherscan(facts, request, 'blockscout'),
  ...etherscanShapes,
})

describeIndex(chain, {
  name: 'routescan',
  settings: (url) => ({ ...common, driver: 'routescan', url }),
  answer: (facts, request) => answerEtherscan(facts, request, 'routescan'),
  ...etherscanShapes,
})

describeIndex(chain, {
  name: 'alchemy',
  settings: (url) => ({ ...common, driver: 'alchemy', url }),
  answer: answerAlchemy,
  faults: alchemyFaults,
  mapRows: mapAlchemyRows,
  fields: { block: 'blockNum', tokenId: 'erc721TokenId' },
  blockOf: (block) => numberToHex(block),
})
