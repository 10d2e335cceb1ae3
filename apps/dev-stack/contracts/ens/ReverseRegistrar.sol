// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AddressName} from './AddressName.sol';
import {PublicResolver} from './PublicResolver.sol';
import {Registry} from './Registry.sol';

/// Owns `addr.reverse` and assigns each address its own name below it (EIP-181).
contract ReverseRegistrar {
    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    bytes32 private constant ADDR_REVERSE_NODE =
        keccak256(abi.encodePacked(keccak256(abi.encodePacked(bytes32(0), keccak256('reverse'))), keccak256('addr')));

    Registry private immutable registry;
    address private immutable deployer;
    PublicResolver public defaultResolver;

    constructor(Registry registry_) {
        registry = registry_;
        deployer = msg.sender;
    }

    /// Callable once, because the resolver needs this registrar's address first.
    function setDefaultResolver(PublicResolver resolver) external {
        require(msg.sender == deployer && address(defaultResolver) == address(0), 'ReverseRegistrar: NOT_ALLOWED');
        defaultResolver = resolver;
    }

    function node(address account) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(ADDR_REVERSE_NODE, _label(account)));
    }

    function claim(address owner) external returns (bytes32) {
        return _claim(owner, address(defaultResolver));
    }

    function claimWithResolver(address owner, address resolver) external returns (bytes32) {
        return _claim(owner, resolver);
    }

    function setName(string calldata name) external returns (bytes32 claimed) {
        claimed = _claim(msg.sender, address(defaultResolver));
        defaultResolver.setName(claimed, name);
    }

    function _claim(address owner, address resolver) private returns (bytes32 claimed) {
        claimed = node(msg.sender);
        registry.setSubnodeRecord(ADDR_REVERSE_NODE, _label(msg.sender), owner, resolver, 0);
        emit ReverseClaimed(msg.sender, claimed);
    }

    function _label(address account) private pure returns (bytes32) {
        return keccak256(AddressName.label(abi.encodePacked(account)));
    }
}
