// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Registry} from './Registry.sol';

/// Records of names, written by the owner of a name: addresses, texts, a content hash, a primary name.
contract PublicResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event ContenthashChanged(bytes32 indexed node, bytes hash);
    event NameChanged(bytes32 indexed node, string name);

    uint256 private constant ETHER_COIN = 60;

    Registry private immutable registry;
    /// May write primary names on behalf of their owners.
    address private immutable reverseRegistrar;
    mapping(bytes32 => mapping(uint256 => bytes)) private addresses;
    mapping(bytes32 => mapping(string => string)) private texts;
    mapping(bytes32 => bytes) private contents;
    mapping(bytes32 => string) private names;

    modifier only(bytes32 node) {
        address holder = registry.owner(node);
        require(
            msg.sender == holder || msg.sender == reverseRegistrar || registry.isApprovedForAll(holder, msg.sender),
            'Resolver: NOT_OWNER'
        );
        _;
    }

    constructor(Registry registry_, address reverseRegistrar_) {
        registry = registry_;
        reverseRegistrar = reverseRegistrar_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return
            id == 0x01ffc9a7 || // ERC-165
            id == 0x3b3b57de || // addr(bytes32)
            id == 0xf1cb7e06 || // addr(bytes32,uint256)
            id == 0x59d1d43c || // text
            id == 0xbc1c58d1 || // contenthash
            id == 0x691f3431; // name
    }

    function addr(bytes32 node) external view returns (address payable) {
        bytes memory found = addresses[node][ETHER_COIN];
        return payable(found.length == 20 ? address(bytes20(found)) : address(0));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    function contenthash(bytes32 node) external view returns (bytes memory) {
        return contents[node];
    }

    function name(bytes32 node) external view returns (string memory) {
        return names[node];
    }

    function setAddr(bytes32 node, address value) external {
        setAddr(node, ETHER_COIN, abi.encodePacked(value));
    }

    function setAddr(bytes32 node, uint256 coinType, bytes memory value) public only(node) {
        addresses[node][coinType] = value;
        emit AddressChanged(node, coinType, value);
        if (coinType == ETHER_COIN) emit AddrChanged(node, address(bytes20(value)));
    }

    function setText(bytes32 node, string calldata key, string calldata value) external only(node) {
        texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setContenthash(bytes32 node, bytes calldata value) external only(node) {
        contents[node] = value;
        emit ContenthashChanged(node, value);
    }

    function setName(bytes32 node, string calldata value) external only(node) {
        names[node] = value;
        emit NameChanged(node, value);
    }

    /// Several writes in one transaction, each with its own checks.
    function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            (bool done, bytes memory result) = address(this).delegatecall(calls[i]);
            require(done, 'Resolver: CALL_FAILED');
            results[i] = result;
        }
    }
}
