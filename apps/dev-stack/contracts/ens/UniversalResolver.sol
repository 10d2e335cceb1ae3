// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AddressName} from './AddressName.sol';
import {ExtendedResolver, OffchainLookup} from './OffchainLookup.sol';
import {PublicResolver} from './PublicResolver.sol';
import {Registry} from './Registry.sol';

/// Batch requests to several gateways, as clients know them.
interface BatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] memory queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

interface AddressRecord {
    function addr(bytes32 node) external view returns (address);
}

interface CoinRecord {
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
}

/// Resolves any name in one call, on chain or through gateways, and addresses to their primary
/// name (ENSIP-10, ENSIP-19, EIP-3668).
contract UniversalResolver {
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error HttpError(uint16 status, string message);
    error InvalidBatchGatewayResponse();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    uint256 private constant ETHER_COIN = 60;
    uint256 private constant ANY_EVM_COIN = 0x80000000;

    /// One request to one resolver; passed through the client for off-chain lookups.
    struct Lookup {
        address resolver;
        bool isExtended;
        bytes name;
        bytes data;
        string[] gateways;
        /// The resolver's callback and its extra data.
        bytes4 callback;
        bytes extraData;
        /// Data for the step after this lookup.
        bytes carried;
    }

    Registry public immutable registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    // Forward

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data, _clientGateway());
    }

    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata gateways
    ) external view returns (bytes memory, address) {
        return _resolve(name, data, gateways);
    }

    function resolveCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (bytes memory, address) {
        (bytes memory result, Lookup memory lookup) = _resume(response, extraData, this.resolveCallback.selector);
        return (result, lookup.resolver);
    }

    function _resolve(
        bytes memory name,
        bytes memory data,
        string[] memory gateways
    ) private view returns (bytes memory, address) {
        Lookup memory lookup = _lookup(name, data, gateways);
        return (_ask(lookup, this.resolveCallback.selector), lookup.resolver);
    }

    // Reverse

    function reverse(
        bytes calldata account,
        uint256 coinType
    ) external view returns (string memory, address, address) {
        return _reverse(account, coinType, _clientGateway());
    }

    function reverseWithGateways(
        bytes calldata account,
        uint256 coinType,
        string[] calldata gateways
    ) external view returns (string memory, address, address) {
        return _reverse(account, coinType, gateways);
    }

    function reverseNameCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (string memory, address, address) {
        (bytes memory result, Lookup memory lookup) = _resume(response, extraData, this.reverseNameCallback.selector);
        return _confirm(result, lookup);
    }

    function reverseAddressCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (string memory, address, address) {
        (bytes memory result, Lookup memory lookup) = _resume(response, extraData, this.reverseAddressCallback.selector);
        return _compare(result, lookup);
    }

    function _reverse(
        bytes memory account,
        uint256 coinType,
        string[] memory gateways
    ) private view returns (string memory, address, address) {
        if (account.length == 0) revert EmptyAddress();
        bytes memory name = _reverseName(account, coinType);
        (bytes32 node, ) = _node(name, 0);
        Lookup memory lookup = _lookup(name, abi.encodeCall(PublicResolver.name, (node)), gateways);
        lookup.carried = abi.encode(account, coinType);
        return _confirm(_ask(lookup, this.reverseNameCallback.selector), lookup);
    }

    /// A primary name is valid only if it resolves to the address.
    function _confirm(
        bytes memory result,
        Lookup memory found
    ) private view returns (string memory, address, address) {
        string memory primary = abi.decode(result, (string));
        if (bytes(primary).length == 0) return ('', address(0), found.resolver);
        (bytes memory account, uint256 coinType) = abi.decode(found.carried, (bytes, uint256));
        bytes memory name = _encode(primary);
        (bytes32 node, ) = _node(name, 0);
        bytes memory question = coinType == ETHER_COIN
            ? abi.encodeCall(AddressRecord.addr, (node))
            : abi.encodeCall(CoinRecord.addr, (node, coinType));
        Lookup memory lookup = _lookup(name, question, found.gateways);
        lookup.carried = abi.encode(account, coinType, primary, found.resolver);
        return _compare(_ask(lookup, this.reverseAddressCallback.selector), lookup);
    }

    function _compare(
        bytes memory result,
        Lookup memory lookup
    ) private pure returns (string memory, address, address) {
        (bytes memory account, uint256 coinType, string memory primary, address reverseResolver) = abi.decode(
            lookup.carried,
            (bytes, uint256, string, address)
        );
        bytes memory claimed = coinType == ETHER_COIN
            ? abi.encodePacked(abi.decode(result, (address)))
            : abi.decode(result, (bytes));
        if (keccak256(claimed) != keccak256(account)) revert ReverseAddressMismatch(primary, claimed);
        return (primary, lookup.resolver, reverseResolver);
    }

    // Names

    /// The resolver of a name or of its nearest parent, the name's node, and the offset of that parent.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        (node, ) = _node(name, 0);
        while (true) {
            (bytes32 here, uint256 next) = _node(name, offset);
            resolver = registry.resolver(here);
            if (resolver != address(0) || next == offset) return (resolver, node, offset);
            offset = next;
        }
    }

    /// The node of the name from `offset` on, and the offset of its next label.
    function _node(bytes memory name, uint256 offset) private pure returns (bytes32 node, uint256 next) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return (0, offset);
        next = offset + 1 + length;
        if (next >= name.length) revert DNSDecodingFailed(name);
        (bytes32 parent, ) = _node(name, next);
        bytes32 label;
        assembly {
            label := keccak256(add(add(name, 33), offset), length)
        }
        node = keccak256(abi.encodePacked(parent, label));
    }

    function _encode(string memory name) private pure returns (bytes memory encoded) {
        bytes memory text = bytes(name);
        encoded = new bytes(text.length + 2);
        uint256 start;
        for (uint256 i; i <= text.length; i++) {
            if (i < text.length && text[i] != '.') {
                encoded[i + 1] = text[i];
                continue;
            }
            uint256 length = i - start;
            if (length == 0 || length > 255) revert DNSEncodingFailed(name);
            encoded[start] = bytes1(uint8(length));
            start = i + 1;
        }
    }

    function _reverseName(bytes memory account, uint256 coinType) private pure returns (bytes memory) {
        bytes memory label = AddressName.label(account);
        bytes memory family = coinType == ETHER_COIN
            ? bytes('addr')
            : coinType == ANY_EVM_COIN
                ? bytes('default')
                : AddressName.short(coinType);
        return
            abi.encodePacked(
                uint8(label.length),
                label,
                uint8(family.length),
                family,
                uint8(7),
                'reverse',
                uint8(0)
            );
    }

    // Lookups

    function _lookup(
        bytes memory name,
        bytes memory data,
        string[] memory gateways
    ) private view returns (Lookup memory lookup) {
        (address resolver, , uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        lookup.resolver = resolver;
        lookup.isExtended = _isExtended(resolver);
        // Only an extended resolver resolves names below its own.
        if (offset > 0 && !lookup.isExtended) revert ResolverNotFound(name);
        lookup.name = name;
        lookup.data = data;
        lookup.gateways = gateways;
    }

    function _ask(Lookup memory lookup, bytes4 next) private view returns (bytes memory) {
        bytes memory question = lookup.isExtended
            ? abi.encodeCall(ExtendedResolver.resolve, (lookup.name, lookup.data))
            : lookup.data;
        return _call(lookup, question, next);
    }

    function _resume(
        bytes calldata response,
        bytes calldata extraData,
        bytes4 next
    ) private view returns (bytes memory, Lookup memory lookup) {
        lookup = abi.decode(extraData, (Lookup));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        if (failures[0]) _fail(responses[0]);
        bytes memory answer = abi.encodeWithSelector(lookup.callback, responses[0], lookup.extraData);
        return (_call(lookup, answer, next), lookup);
    }

    /// Calls the resolver. An off-chain lookup is forwarded in this contract's name, because a client
    /// returns data only to the contract it called.
    function _call(Lookup memory lookup, bytes memory data, bytes4 next) private view returns (bytes memory) {
        (bool done, bytes memory result) = lookup.resolver.staticcall(data);
        if (done) {
            if (result.length == 0) revert UnsupportedResolverProfile(bytes4(lookup.data));
            return lookup.isExtended ? abi.decode(result, (bytes)) : result;
        }
        if (bytes4(result) != OffchainLookup.selector) _fail(result);
        BatchGateway.Query[] memory queries = new BatchGateway.Query[](1);
        (queries[0].sender, queries[0].urls, queries[0].data, lookup.callback, lookup.extraData) = abi.decode(
            _tail(result),
            (address, string[], bytes, bytes4, bytes)
        );
        // A resolver may not forward another sender's lookup.
        if (queries[0].sender != lookup.resolver) _fail(result);
        revert OffchainLookup(
            address(this),
            lookup.gateways,
            abi.encodeCall(BatchGateway.query, (queries)),
            next,
            abi.encode(lookup)
        );
    }

    function _fail(bytes memory reason) private pure {
        if (bytes4(reason) != HttpError.selector) revert ResolverError(reason);
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool done, bytes memory answer) = resolver.staticcall(
            abi.encodeWithSignature('supportsInterface(bytes4)', type(ExtendedResolver).interfaceId)
        );
        return done && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }

    /// The client fetches from the resolver's gateways.
    function _clientGateway() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = 'x-batch-gateway:true';
    }

    function _tail(bytes memory data) private pure returns (bytes memory tail) {
        tail = new bytes(data.length - 4);
        for (uint256 i; i < tail.length; i++) tail[i] = data[i + 4];
    }
}
