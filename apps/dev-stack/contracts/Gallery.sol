// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface PieceReceiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 amount,
        bytes calldata data
    ) external returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        bytes calldata data
    ) external returns (bytes4);
}

/// An ERC-1155 collection. The metadata of each work is stored on the chain.
contract Gallery {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount);
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] amounts
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event URI(string text, uint256 indexed id);

    address public immutable owner;
    string public name;
    uint256 public works;
    mapping(uint256 => string) public uri;
    mapping(address => mapping(uint256 => uint256)) private balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    constructor(string memory name_) {
        owner = msg.sender;
        name = name_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155 and its metadata.
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    /// Creates a work; numbers start at 1.
    function exhibit(string calldata text) external returns (uint256 id) {
        require(msg.sender == owner, 'Gallery: NOT_OWNER');
        id = ++works;
        uri[id] = text;
        emit URI(text, id);
    }

    function mint(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        require(msg.sender == owner, 'Gallery: NOT_OWNER');
        emit TransferBatch(msg.sender, address(0), to, ids, amounts);
        for (uint256 i; i < ids.length; i++) balances[to][ids[i]] += amounts[i];
    }

    /// Mints one piece for the caller.
    function claim(uint256 id) external {
        require(id > 0 && id <= works, 'Gallery: NO_SUCH_WORK');
        balances[msg.sender][id] += 1;
        emit TransferSingle(msg.sender, address(0), msg.sender, id, 1);
    }

    function balanceOf(address account, uint256 id) public view returns (uint256) {
        return balances[account][id];
    }

    function balanceOfBatch(
        address[] calldata accounts,
        uint256[] calldata ids
    ) external view returns (uint256[] memory amounts) {
        require(accounts.length == ids.length, 'Gallery: DIFFERENT_LENGTHS');
        amounts = new uint256[](ids.length);
        for (uint256 i; i < ids.length; i++) amounts[i] = balances[accounts[i]][ids[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external {
        move(from, to, id, amount);
        emit TransferSingle(msg.sender, from, to, id, amount);
        if (to.code.length == 0) return;
        require(
            PieceReceiver(to).onERC1155Received(msg.sender, from, id, amount, data) ==
                PieceReceiver.onERC1155Received.selector,
            'Gallery: NOT_RECEIVED'
        );
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        bytes calldata data
    ) external {
        require(ids.length == amounts.length, 'Gallery: DIFFERENT_LENGTHS');
        for (uint256 i; i < ids.length; i++) move(from, to, ids[i], amounts[i]);
        emit TransferBatch(msg.sender, from, to, ids, amounts);
        if (to.code.length == 0) return;
        require(
            PieceReceiver(to).onERC1155BatchReceived(msg.sender, from, ids, amounts, data) ==
                PieceReceiver.onERC1155BatchReceived.selector,
            'Gallery: NOT_RECEIVED'
        );
    }

    function move(address from, address to, uint256 id, uint256 amount) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], 'Gallery: NOT_APPROVED');
        require(to != address(0), 'Gallery: TO_ZERO_ADDRESS');
        require(balances[from][id] >= amount, 'Gallery: TOO_FEW');
        balances[from][id] -= amount;
        balances[to][id] += amount;
    }
}
