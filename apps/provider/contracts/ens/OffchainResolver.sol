// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Makes the client fetch data off chain and pass it to `callbackFunction` (EIP-3668).
error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

/// A resolver that also resolves names below its own (ENSIP-10).
interface ExtendedResolver {
    function resolve(bytes memory name, bytes memory data) external view returns (bytes memory);
}

/// The gateway's request; the same ABI as the resolver's.
interface Gateway {
    function resolve(
        bytes memory name,
        bytes memory data
    ) external view returns (bytes memory result, uint64 expires, bytes memory signature);
}

/// Resolves a zone whose names a gateway stores. The gateway signs every response for this contract,
/// request and expiry, so it cannot be changed or reused.
contract OffchainResolver is ExtendedResolver {
    event GatewayChanged(string[] urls);
    event SignerChanged(address indexed signer, bool isAllowed);

    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public immutable owner;
    string[] private urls;
    mapping(address => bool) public signers;

    modifier onlyOwner() {
        require(msg.sender == owner, 'OffchainResolver: NOT_OWNER');
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == type(ExtendedResolver).interfaceId;
    }

    function gateways() external view returns (string[] memory) {
        return urls;
    }

    function setGateways(string[] calldata urls_) external onlyOwner {
        delete urls;
        for (uint256 i; i < urls_.length; i++) urls.push(urls_[i]);
        emit GatewayChanged(urls_);
    }

    function setSigner(address signer, bool isAllowed) external onlyOwner {
        signers[signer] = isAllowed;
        emit SignerChanged(signer, isAllowed);
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory question = abi.encodeCall(Gateway.resolve, (name, data));
        revert OffchainLookup(address(this), urls, question, this.resolveWithProof.selector, question);
    }

    /// `response` is `(bytes result, uint64 expires, bytes signature)`, `question` the request to the gateway.
    function resolveWithProof(bytes calldata response, bytes calldata question) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        require(expires >= block.timestamp, 'OffchainResolver: EXPIRED');
        address signer = _recover(signatureHash(address(this), expires, question, result), signature);
        require(signer != address(0) && signers[signer], 'OffchainResolver: INVALID_SIGNATURE');
        return result;
    }

    /// The digest that the gateway signs.
    function signatureHash(
        address resolver,
        uint64 expires,
        bytes memory question,
        bytes memory result
    ) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex'1900', resolver, expires, keccak256(question), keccak256(result)));
    }

    function _recover(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        if (uint256(s) > HALF_ORDER) return address(0);
        return ecrecover(hash, uint8(signature[64]), r, s);
    }
}
