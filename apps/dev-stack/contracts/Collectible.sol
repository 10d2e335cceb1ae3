// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Base64} from './Base64.sol';

interface TokenReceiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// An ERC-721 collection whose descriptions and pictures are drawn on the chain.
contract Collectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    address public immutable owner;
    string public name;
    string public symbol;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) private owners;
    mapping(uint256 => address) private approvals;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    constructor(string memory name_, string memory symbol_) {
        owner = msg.sender;
        name = name_;
        symbol = symbol_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    /// Mints the next token; numbers start at 1.
    function mint(address to) external returns (uint256 id) {
        require(msg.sender == owner, 'Collectible: NOT_OWNER');
        require(to != address(0), 'Collectible: TO_ZERO_ADDRESS');
        id = ++totalSupply;
        owners[id] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256 id) public view returns (address holder) {
        holder = owners[id];
        require(holder != address(0), 'Collectible: NO_SUCH_TOKEN');
    }

    function getApproved(uint256 id) public view returns (address) {
        ownerOf(id);
        return approvals[id];
    }

    function approve(address to, uint256 id) external {
        address holder = ownerOf(id);
        require(msg.sender == holder || isApprovedForAll[holder][msg.sender], 'Collectible: NOT_APPROVED');
        approvals[id] = to;
        emit Approval(holder, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from, 'Collectible: NOT_FROM_OWNER');
        require(to != address(0), 'Collectible: TO_ZERO_ADDRESS');
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender] || approvals[id] == msg.sender,
            'Collectible: NOT_APPROVED'
        );
        delete approvals[id];
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        owners[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, '');
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public {
        transferFrom(from, to, id);
        if (to.code.length == 0) return;
        require(
            TokenReceiver(to).onERC721Received(msg.sender, from, id, data) == TokenReceiver.onERC721Received.selector,
            'Collectible: NOT_RECEIVED'
        );
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        bytes memory json = abi.encodePacked(
            '{"name":"',
            name,
            ' #',
            decimal(id),
            '","description":"A key drawn on the chain.","image":"data:image/svg+xml;base64,',
            Base64.encode(picture(id)),
            '"}'
        );
        return string.concat('data:application/json;base64,', Base64.encode(json));
    }

    /// A key on a coloured background; the token number determines colours and shape.
    function picture(uint256 id) private pure returns (bytes memory) {
        uint256 hue = (id * 137) % 360;
        return
            abi.encodePacked(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(',
                decimal(hue),
                ',86%,64%)"/><stop offset="1" stop-color="hsl(',
                decimal((hue + 60) % 360),
                ',72%,34%)"/></linearGradient></defs><rect width="240" height="240" fill="url(#g)"/>',
                '<g fill="#fff" fill-opacity=".12"><circle cx="190" cy="44" r="92"/><circle cx="44" cy="214" r="70"/></g>',
                '<g transform="rotate(-45 120 120)" fill="none" stroke="#fff" stroke-width="15" stroke-linecap="round" stroke-linejoin="round">',
                bow(id),
                '<path d="M106 120h94M196 120v',
                decimal(18 + (id % 3) * 8),
                'M168 120v',
                decimal(16 + ((id + 1) % 3) * 8),
                '"/></g></svg>'
            );
    }

    function bow(uint256 id) private pure returns (bytes memory) {
        if (id % 4 == 1) return '<circle cx="72" cy="120" r="34"/><circle cx="72" cy="120" r="8"/>';
        if (id % 4 == 2) return '<rect x="38" y="86" width="68" height="68" rx="20"/>';
        if (id % 4 == 3) return '<path d="M106 120 72 86 38 120l34 34z"/><circle cx="72" cy="120" r="6"/>';
        return
            '<circle cx="84" cy="98" r="22"/><circle cx="84" cy="142" r="22"/><circle cx="50" cy="120" r="22"/>';
    }

    function decimal(uint256 value) private pure returns (string memory) {
        uint256 length = 1;
        for (uint256 rest = value / 10; rest > 0; rest /= 10) length++;
        bytes memory digits = new bytes(length);
        for (; length > 0; value /= 10) digits[--length] = bytes1(uint8(48 + (value % 10)));
        return string(digits);
    }
}
