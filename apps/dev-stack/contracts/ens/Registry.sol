// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Owners and resolvers of names (EIP-137).
contract Registry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    // Must be the first field: the genesis writes the root's owner to this slot.
    mapping(bytes32 => Record) private records;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    modifier only(bytes32 node) {
        address holder = records[node].owner;
        require(holder == msg.sender || isApprovedForAll[holder][msg.sender], 'Registry: NOT_OWNER');
        _;
    }

    constructor() {
        records[0].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return records[node].owner != address(0);
    }

    function setOwner(bytes32 node, address owner_) external only(node) {
        records[node].owner = owner_;
        emit Transfer(node, owner_);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address owner_) public only(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        records[subnode].owner = owner_;
        emit NewOwner(node, label, owner_);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64 ttl_) external {
        bytes32 subnode = setSubnodeOwner(node, label, owner_);
        _setResolver(subnode, resolver_);
        _setTTL(subnode, ttl_);
    }

    function setResolver(bytes32 node, address resolver_) external only(node) {
        _setResolver(node, resolver_);
    }

    function setTTL(bytes32 node, uint64 ttl_) external only(node) {
        _setTTL(node, ttl_);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function _setResolver(bytes32 node, address resolver_) private {
        if (records[node].resolver == resolver_) return;
        records[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }

    function _setTTL(bytes32 node, uint64 ttl_) private {
        if (records[node].ttl == ttl_) return;
        records[node].ttl = ttl_;
        emit NewTTL(node, ttl_);
    }
}
