// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// An operation as the entry point passes it (ERC-4337 0.8).
struct Operation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// A smart account with one permanent owner. This code is shared: each account is a proxy to it, created
/// by `AccountFactory`, and the last 20 bytes of the proxy's own code are its owner. There is no storage
/// and no upgrade, so an account cannot be taken over.
contract Account {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotAllowed();

    address public constant entryPoint = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;

    uint256 internal constant SIGNATURE_FAILED = 1;
    bytes4 internal constant IS_VALID = 0x1626ba7e;
    uint256 internal constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    bytes32 internal constant DOMAIN_TYPE =
        keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
    bytes32 internal constant MESSAGE_TYPE = keccak256('AccountMessage(bytes32 hash)');

    /// The owner can also call directly, without a bundler.
    modifier onlyAllowed() {
        if (msg.sender != entryPoint && msg.sender != owner()) revert NotAllowed();
        _;
    }

    receive() external payable {}

    function owner() public view virtual returns (address found) {
        // The shared code itself has no owner.
        bytes memory code = address(this).code;
        assembly ('memory-safe') {
            found := shr(96, mload(add(code, add(12, mload(code)))))
        }
    }

    /// The entry point counts nonces and calls only the sender of an operation.
    function validateUserOp(
        Operation calldata operation,
        bytes32 operationHash,
        uint256 missingFunds
    ) external virtual returns (uint256) {
        if (msg.sender != entryPoint) revert NotAllowed();
        bool isSigned = _signedByOwner(operationHash, operation.signature);
        if (missingFunds > 0) {
            // The entry point checks whether it was enough.
            (bool paid, ) = payable(msg.sender).call{value: missingFunds}('');
            (paid);
        }
        return isSigned ? 0 : SIGNATURE_FAILED;
    }

    function execute(address to, uint256 value, bytes calldata data) external onlyAllowed {
        _call(to, value, data);
    }

    /// Makes all calls or none.
    function executeBatch(Call[] calldata calls) external onlyAllowed {
        for (uint256 i = 0; i < calls.length; i++) _call(calls[i].to, calls[i].value, calls[i].data);
    }

    /// EIP-1271. The owner signs the hash together with this account and chain, so that the signature is not
    /// valid for another account of the same owner, nor for the owner itself.
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) external view virtual returns (bytes4) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256('Latchkey Account'), keccak256('1'), block.chainid, address(this))
        );
        bytes32 message = keccak256(abi.encode(MESSAGE_TYPE, hash));
        bytes32 bound = keccak256(abi.encodePacked(hex'1901', domain, message));
        return _signedByOwner(bound, signature) ? IS_VALID : bytes4(0xffffffff);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return
            id == 0x01ffc9a7 || // ERC-165
            id == 0x150b7a02 || // ERC-721 receiver
            id == 0x4e2312e0 || // ERC-1155 receiver
            id == IS_VALID;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(
        address,
        address,
        uint256,
        uint256,
        bytes calldata
    ) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata,
        uint256[] calldata,
        bytes calldata
    ) external pure returns (bytes4) {
        return this.onERC1155BatchReceived.selector;
    }

    function _call(address to, uint256 value, bytes calldata data) internal {
        (bool done, bytes memory answer) = to.call{value: value}(data);
        if (done) return;
        assembly ('memory-safe') {
            revert(add(answer, 32), mload(answer))
        }
    }

    function _signedByOwner(bytes32 hash, bytes calldata signature) internal view returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        // Rejects the malleable second form of a signature.
        if (uint256(s) > HALF_ORDER) return false;
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner();
    }
}
