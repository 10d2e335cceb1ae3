// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operation} from './Account.sol';

interface Deposits {
    function depositTo(address account) external payable;

    function withdrawTo(address payable recipient, uint256 amount) external;

    function addStake(uint32 delay) external payable;

    function unlockStake() external;

    function withdrawStake(address payable recipient) external;
}

/// Pays the fees of operations that its signer has signed, out of its deposit at the entry point. The owner
/// is the operator; the signer is a key of the provider and can only spend the deposit on fees. All of these
/// contracts have the same code, by which wallets know them.
contract SponsorPaymaster {
    event SignerChanged(address indexed signer);

    error NotAllowed();

    Deposits public constant entryPoint = Deposits(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);

    uint256 internal constant SIGNATURE_FAILED = 1;
    /// Paymaster and its two gas limits, then validUntil, validAfter and signature.
    uint256 internal constant DATA_START = 52;
    uint256 private constant DATA_END = DATA_START + 6 + 6 + 65;
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;
    bytes32 internal constant DOMAIN_TYPE =
        keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
    bytes32 private constant SPONSORSHIP_TYPE =
        keccak256(
            'Sponsorship(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,bytes32 paymasterGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint48 validUntil,uint48 validAfter)'
        );

    /// For ever.
    address public owner;
    address public signer;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotAllowed();
        _;
    }

    constructor(address owner_, address signer_) {
        owner = owner_;
        signer = signer_;
    }

    receive() external payable {
        entryPoint.depositTo{value: msg.value}(address(this));
    }

    function setSigner(address signer_) external onlyOwner {
        signer = signer_;
        emit SignerChanged(signer_);
    }

    function withdraw(address payable recipient, uint256 amount) external onlyOwner {
        entryPoint.withdrawTo(recipient, amount);
    }

    /// Bundlers of others ask for a stake, because validation reads the signer.
    function addStake(uint32 delay) external payable onlyOwner {
        entryPoint.addStake{value: msg.value}(delay);
    }

    function unlockStake() external onlyOwner {
        entryPoint.unlockStake();
    }

    function withdrawStake(address payable recipient) external onlyOwner {
        entryPoint.withdrawStake(recipient);
    }

    /// Without a context, so that the entry point never calls `postOp`.
    function validatePaymasterUserOp(
        Operation calldata operation,
        bytes32,
        uint256
    ) external virtual returns (bytes memory context, uint256 validation) {
        if (msg.sender != address(entryPoint)) revert NotAllowed();
        bytes calldata data = operation.paymasterAndData;
        if (data.length != DATA_END) return ('', SIGNATURE_FAILED);
        uint48 validUntil = uint48(bytes6(data[DATA_START:DATA_START + 6]));
        uint48 validAfter = uint48(bytes6(data[DATA_START + 6:DATA_START + 12]));
        bool isSigned = _isSigned(hashSponsorship(operation, validUntil, validAfter), data[DATA_START + 12:]);
        validation = (uint256(validAfter) << 208) | (uint256(validUntil) << 160);
        if (!isSigned) validation |= SIGNATURE_FAILED;
    }

    /// What the signer signs: an EIP-712 hash of the operation without signatures. `paymasterAndData` must
    /// already begin with this contract and its gas limits.
    function hashSponsorship(
        Operation calldata operation,
        uint48 validUntil,
        uint48 validAfter
    ) public view returns (bytes32) {
        bytes32 structHash = keccak256(
            bytes.concat(
                abi.encode(
                    SPONSORSHIP_TYPE,
                    operation.sender,
                    operation.nonce,
                    keccak256(operation.initCode),
                    keccak256(operation.callData),
                    operation.accountGasLimits
                ),
                abi.encode(
                    bytes32(operation.paymasterAndData[20:DATA_START]),
                    operation.preVerificationGas,
                    operation.gasFees,
                    validUntil,
                    validAfter
                )
            )
        );
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256('Latchkey Sponsor'), keccak256('1'), block.chainid, address(this))
        );
        return keccak256(abi.encodePacked(hex'1901', domain, structHash));
    }

    function _isSigned(bytes32 hash, bytes calldata signature) internal view returns (bool) {
        bytes32 s = bytes32(signature[32:64]);
        // Rejects the malleable second form of a signature.
        if (uint256(s) > HALF_ORDER) return false;
        address found = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), s);
        return found != address(0) && found == signer;
    }
}
